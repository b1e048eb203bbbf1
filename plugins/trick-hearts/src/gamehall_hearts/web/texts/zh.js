export default {
  trick: "本轮", hand: "你的手牌", taken: "{seat} 吃到的分牌", score: "{score} · {tricks} 轮", exposed: "已亮：",
  play: "出一张牌。", expose: "选择要亮的牌，或不亮。", exposeThese: "亮 {count} 张", exposeNone: "不亮", pass: "选择第 {count} 张要传的牌（{direction}）。",
  "action.playcard": "出牌", "action.passcard": "传牌", "action.exposecards": "亮牌",
  "word.left": "传给左边", "word.right": "传给右边", "word.across": "传给对面", "word.hold": "不传",
  "event.handdealt": "", "event.cardplayed": "{seat}：{card}", "event.trickwon": "{seat} 收下这一轮。{cards}", "event.scored": "{seat} 得 {score} 分。", "event.exposuredecided": "", "event.cardsexposed": "{seat} 亮出 {cards}。",
  "event.passchosen": "", "event.cardspassed": "传牌：{direction}。", "event.cardsreceived": "{giver} 传给你 {cards}。", "event.heartsbroken": "红桃已破。", "event.moonshot": "{seat} 收全红！",
};
