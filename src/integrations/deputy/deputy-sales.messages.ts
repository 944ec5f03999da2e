import { messages } from '#shared/messages.ts'

/** What the Deputy screen says of the sales that Deputy is told. */
export const deputySalesWords = messages(
  {
    title: 'Sales for Deputy',
    about: 'Deputy shows sales beside the roster. Daybook sends net sales for each hour. If an hour changes within 35 days, Daybook sends it again.',
    wholeVenue: 'the whole venue',
    tell: 'Send the sales of {place} to Deputy',
    goesTo: 'Sales of {place} go to the area {area}.',
    noArea: 'No area is matched with a location yet. Daybook sends sales once you match one.',
    toldAt: 'Last sent {when}.',
    refusedAt:
      'On {when}, Deputy did not accept the sales. Check in Deputy that the area still exists and that the person who connected Deputy can add sales. Daybook tries again every hour.',
  },
  {
    title: 'Deputyへの売上送信',
    about: 'Deputyではシフトの横に売上が表示されます。Daybookは純売上を1時間ごとに送信し、変更があった時間は35日間、再送信します。',
    wholeVenue: '事業者全体',
    tell: '{place}の売上をDeputyに送信',
    goesTo: '{place}の売上はエリア「{area}」に送られます。',
    noArea: '店舗に対応付けたエリアがまだありません。対応付けると送信が始まります。',
    toldAt: '最終送信: {when}',
    refusedAt:
      '{when}に売上がDeputyに受け付けられませんでした。エリアが残っていることと、連携した人が売上を追加できることをDeputyで確認してください。Daybookは1時間ごとに再送信します。',
  },
)
