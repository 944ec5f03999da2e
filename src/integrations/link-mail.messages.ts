import { messages } from '#shared/messages.ts'

/** The mail to those who may link a provider, once its link stops working. */
export const linkMailWords = messages(
  {
    hello: 'Hello {name},',
    subject: 'Connect {provider} again: {place} · {venue}',
    wholeVenue: 'the whole venue',
    'revoked-there': 'The link between {provider} and {place} at {venue} stopped working on {when}. Someone ended it at {provider}.',
    refused: 'The link between {provider} and {place} at {venue} stopped working on {when}. {provider} no longer accepts Daybook’s sign-in.',
    domainSubject: '{provider} refused the domain {domain} · {venue}',
    domain: 'On {when}, {provider} refused the domain {domain} for {place} at {venue}.',
    domainMissing:
      'Customers cannot pay there with wallets such as Apple Pay. Card payments still work. Check the spelling of the domain in Connections and register it again. Daybook also asks {provider} again every night.',
    missing:
      'No new data arrives from {provider} until someone connects it again. That takes about two minutes, and you need to sign in at {provider}. Daybook then fetches the data it missed.',
    button: 'Open Connections',
    because: 'You get this e-mail because you may connect {provider} there. Daybook sends it once, and again only if the link works in between.',
    footer: 'Daybook never asks for your password by e-mail.',
  },
  {
    hello: '{name}様',
    subject: '{provider}を再接続してください: {place}・{venue}',
    wholeVenue: '事業者全体',
    'revoked-there': '{when}に、{venue}の{place}と{provider}の連携が使えなくなりました。{provider}側で連携が解除されています。',
    refused: '{when}に、{venue}の{place}と{provider}の連携が使えなくなりました。Daybookの接続情報が{provider}に受け付けられなくなっています。',
    domainSubject: '{provider}がドメイン{domain}を受け付けませんでした・{venue}',
    domain: '{when}に、{provider}が{venue}の{place}のドメイン{domain}を受け付けませんでした。',
    domainMissing:
      'このドメインではApple Payなどのウォレットを利用できません。カード決済はこれまでどおり利用できます。「連携」でドメインのつづりを確認し、もう一度登録してください。{provider}には毎晩あらためて登録を申請します。',
    missing:
      '再接続するまで、{provider}から新しいデータは取り込まれません。再接続は{provider}へのサインインを含めて2分ほどで完了し、その間のデータもあわせて取り込みます。',
    button: '連携を開く',
    because: 'このメールは、{provider}を接続できる方にお送りしています。連携が復旧してから再び使えなくなった場合を除き、送信は1回だけです。',
    footer: 'Daybookがメールでパスワードをお尋ねすることはありません。',
  },
)
