import { linkWords } from '#integrations/link-screen/link-screen.messages.ts'

/** What the Involv screen says of its links. */
export const involvWords = linkWords(
  'Involv',
  {
    title: 'Involv',
    fetching: 'Daybook is reading members.',
    'revoked-there': 'Involv no longer lets Daybook in. Daybook exchanges points that have changed since then once you connect again.',
    refused: 'Involv refused the request. Connect again with an Involv account that can see members and adjust their points.',
    beforeAbout: 'You sign in at Involv, allow Daybook and come back here. It takes about two minutes.',
    beforeRead:
      'Daybook reads members, their points and their points activity, and tells Involv when points change in Daybook. Members without a card in Daybook get one.',
    beforeNever: 'Daybook never adds members at Involv or changes their details.',
    isLinkedAbout: 'Daybook is reading members and matching them with cards by card number. If the two sides differ, choose below which one is right.',
    wrongAccount: 'Linked account: {account}. If this is not the Involv account of {place}, disconnect it.',
  },
  {
    title: 'Involv',
    fetching: '会員を読み取っています。',
    'revoked-there': 'Involvへのアクセスが許可されなくなりました。それ以降のポイントは、再連携すると反映されます。',
    refused: 'Involvがリクエストを拒否しました。会員の閲覧とポイントの調整ができるInvolvアカウントで再連携してください。',
    beforeAbout: 'Involvにサインインし、Daybookを許可してから、この画面に戻ります。約2分かかります。',
    beforeRead: 'Daybookは会員、ポイント残高、ポイントの増減を読み取り、Daybookで増減したポイントをInvolvに伝えます。カードのない会員にはカードを作成します。',
    beforeNever: 'DaybookがInvolvに会員を作成したり、会員情報を変更したりすることはありません。',
    isLinkedAbout: '会員を読み取り、カード番号で照合しています。双方が一致しない場合は、どちらを採用するか下で選んでください。',
    wrongAccount: '連携したアカウント: {account}。{place}のInvolvアカウントでない場合は、連携を解除してください。',
  },
)
