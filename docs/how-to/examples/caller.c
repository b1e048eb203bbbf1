/* A bot for Gamehall's arena in C: it checks where it can, calls where it cannot, and takes the first action of any
 * other game. Build it with `cc -o caller caller.c`, play it with `gamehall arena run --bots cmd:./caller,…`.
 *
 * Messages are lines of JSON. This bot needs two things of them: the type, and the names of the legal actions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of the action called `name` in the list that begins at `list`, or -1. */
static int find(const char *list, const char *name)
{
    int depth = 0, number = -1;
    size_t length = strlen(name);
    for (const char *at = list; *at; at++) {
        if (*at == '{' || *at == '[') {
            /* Each action is an object of the list, with its name as the only key. */
            if (*at == '{' && depth++ == 0) {
                number++;
                if (at[1] == '"' && strncmp(at + 2, name, length) == 0 && at[2 + length] == '"')
                    return number;
            } else if (*at == '[')
                depth++;
        } else if (*at == '}' || *at == ']') {
            if (depth-- == 0)
                return -1;
        }
    }
    return -1;
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (strstr(line, "\"type\":\"sit\"")) {
            puts("{\"ready\": true}");
        } else if (strstr(line, "\"type\":\"act\"")) {
            const char *legal = strstr(line, "\"legal\":{\"actions\":[");
            int choice = -1;
            if (legal) {
                legal += strlen("\"legal\":{\"actions\":[");
                choice = find(legal, "check");
                if (choice < 0)
                    choice = find(legal, "call");
            }
            printf("{\"choice\": %d}\n", choice < 0 ? 0 : choice);
        } else if (strstr(line, "\"type\":\"end\"")) {
            break;
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
