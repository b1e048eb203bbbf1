"""Gongzhu (拱猪, Chinese Hearts): chase the pig, catch the sheep, by four players or by three with the jokers."""
