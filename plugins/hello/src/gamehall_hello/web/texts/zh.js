export default {
  chosen: "已选择", yourTurn: "保留你的牌，还是换下一张？",
  "action.keep": "保留", "action.swap": "换牌",
  "event.dealt": "你拿到 {card}。", "event.kept": "{seat} 保留。", "event.swapped": "{seat} 换牌。", "event.shown": "{seat} 的牌是 {card}。",
  "rule.0": "每人一张牌，轮到时保留它，或换成牌堆的下一张。",
  "rule.1": "最大的牌从其他每人赢一分；并列最大则无人得分。",
  title: "你好",
};
