import { messages } from '#shared/messages.ts'

/** Where an assistant asks whether it may read figures. */
export const assistantTexts = messages(
  {
    title: 'Connect an assistant',
    ask: 'Let {host} read your figures?',
    askHere: 'Let a program on this device read your figures?',
    lede: 'It calls itself “{name}”. Daybook has not checked this name. It wants to read reports of {venue} as {person}. It only reads, and never more than you may see.',
    toHost: 'What it reads goes to {host}. Allow this only if you started it yourself just now.',
    toThisMachine: 'What it reads goes to a program on this device. Allow this only if you started it yourself just now.',
    allow: 'Allow',
    refuse: 'Do not allow',
    note: 'You find it under Preferences, Tokens, and can revoke it there at any time.',
    unclear: 'The assistant’s request is incomplete, or of a kind that Daybook does not support. Connect it again.',
  },
  {
    title: 'アシスタントの接続',
    ask: '{host}に数値の閲覧を許可しますか?',
    askHere: 'この端末のプログラムに数値の閲覧を許可しますか?',
    lede: '相手は「{name}」と名乗っています。この名前は Daybook が確認したものではありません。{person}さんの権限で{venue}のレポートを読もうとしています。読み取り専用で、あなたが見られる範囲を超えることはありません。',
    toHost: '読み取った内容は{host}に送られます。たった今ご自身で始めた場合にだけ許可してください。',
    toThisMachine: '読み取った内容は、この端末のプログラムに送られます。たった今ご自身で始めた場合にだけ許可してください。',
    allow: '許可する',
    refuse: '許可しない',
    note: '「個人設定」の「トークン」に表示され、いつでも無効にできます。',
    unclear: 'アシスタントの要求内容が不明か、対応していない方法です。もう一度接続してください。',
  },
)
