import { messages } from '#shared/messages.ts'

/** What is asked before a link ends: `{name}` has to be typed, and `about.…` is what its end means. */
export const endWords = messages(
  {
    title: 'Disconnect {place} from {provider}?',
    typeName: 'Type {name} to confirm',
    typeHint: 'You can press the button when the name is complete.',
    endNow: 'Disconnect {place}',
    keep: 'Keep it linked',
    ended: '{place} is disconnected.',
    'about.Stripe': '{place} can no longer take card payments through Daybook. Money already at Stripe is still paid out. Past payments stay in your reports.',
    'about.Deputy':
      'No more rosters and timesheets arrive from Deputy for {place}. Those that have arrived stay in T & A. To withdraw the consent too, remove Daybook in Deputy.',
    'about.Shopify': 'Daybook is removed from the shop, and no more orders arrive for {place}. Orders that have arrived stay in your reports.',
    'about.Tyro': 'Daybook stops reading payments and settlements from Tyro for {place}. Those it has read stay. The terminals keep working as before.',
    'about.Deliverect':
      'Past sales stay. Daybook keeps orders that arrive from now on, but they do not become sales and Deliverect gets no answer until you link {place} again.',
    'about.Involv': 'Daybook and Involv stop exchanging points for {place}. Cards and points stay as they are on both sides.',
  },
  {
    title: '{place}と{provider}の連携を解除しますか?',
    typeName: '確認のため「{name}」と入力してください',
    typeHint: '名前がすべて入力されると、ボタンを押せます。',
    endNow: '{place}の連携を解除',
    keep: '連携を続ける',
    ended: '{place}の連携を解除しました。',
    'about.Stripe':
      '解除すると、{place}ではDaybook経由のカード決済を利用できなくなります。Stripeにある売上金は引き続き入金されます。過去の決済はレポートに残ります。',
    'about.Deputy':
      '解除すると、{place}のシフトと勤務表はDeputyから届かなくなります。届いたデータは勤怠に残ります。許可も取り消す場合は、Deputy側でDaybookを削除してください。',
    'about.Shopify': 'Daybookがショップから削除され、{place}の注文は届かなくなります。届いた注文はレポートに残ります。',
    'about.Tyro': '解除すると、{place}のTyroの決済と精算は読み取られなくなります。取得済みのデータは残ります。端末はそのまま使えます。',
    'about.Deliverect': '売上は残ります。以後に届く注文は、{place}を再び連携するまで保存されるだけで売上にならず、Deliverectにも通知されません。',
    'about.Involv': '解除すると、{place}のポイントはInvolvと同期されなくなります。カードとポイントは双方ともそのまま残ります。',
  },
)
