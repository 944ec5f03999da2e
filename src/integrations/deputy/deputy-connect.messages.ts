import { linkWords } from '#integrations/link-screen/link-screen.messages.ts'

/** What the Deputy screen says. */
export const deputyWords = linkWords(
  'Deputy',
  {
    title: 'Deputy',
    ends: '{name}, {ends}',
    unnamed: '{ends}',
    'revoked-there': 'Deputy no longer lets Daybook in. Rosters and timesheets after that have not arrived. Connect again, and Daybook fetches them first.',
    refused:
      'Deputy does not let Daybook see all rosters and timesheets. Connect again with a Deputy account that can see them, such as a system administrator.',
    beforeAbout: 'You sign in at Deputy with an account that can see the rosters, allow Daybook and come back here. It takes about two minutes.',
    beforeRead: 'Daybook reads areas, people, rosters and timesheets from the last 90 days and from now on.',
    beforeNever: 'Daybook never changes rosters or timesheets.',
    isLinkedAbout:
      'Daybook is fetching rosters and timesheets from the last 90 days. Below, choose which location each area belongs to and which employee each person is.',
    wrongAccount: 'Linked account: {account}. If this is not the Deputy account of {place}, disconnect it.',
  },
  {
    title: 'Deputy',
    ends: '{name}、{ends}',
    unnamed: '{ends}',
    'revoked-there': 'Deputyへのアクセスが許可されなくなりました。それ以降のシフトと勤務表は届いていません。再連携すると、最初に取得されます。',
    refused: 'Deputyのシフトまたは勤務表の一部を読み取れません。システム管理者など、閲覧できるDeputyアカウントで再連携してください。',
    beforeAbout: 'シフトを閲覧できるアカウントでDeputyにサインインし、Daybookを許可してから、この画面に戻ります。約2分かかります。',
    beforeRead: 'Daybookはエリア、従業員、過去90日分と今後のシフトおよび勤務表を読み取ります。',
    beforeNever: 'Daybookがシフトや勤務表を変更することはありません。',
    isLinkedAbout: '過去90日分のシフトと勤務表を取得しています。各エリアの店舗と、各人の従業員を下で選んでください。',
    wrongAccount: '連携したアカウント: {account}。{place}のDeputyアカウントでない場合は、連携を解除してください。',
  },
)
