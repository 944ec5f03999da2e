import { messages } from '#shared/messages.ts'

/** Words for days that changed after they were told, on screen and in files. */
export const lateWords = messages(
  {
    late: '{n} late',
    'changes.1': '{n} change',
    'changes.n': '{n} changes',
    changed: '{changes}, {amount}, latest at {at}',
    changedMixed: '{changes}, latest at {at}',
    'daysChanged.1': '{n} day changed after it closed',
    'daysChanged.n': '{n} days changed after they closed',
    moreDays: '{n} earlier',
    dayChanged: 'Changed after closing, {day}: {changed}',
    what: 'Late changes are receipts that were sent, corrected or voided more than an hour after the day’s cut-off. The figures include them. The amount is how much they changed the day, including {tax}.',
    changes: 'Late changes',
    amount: 'Late amount',
    last: 'Last late change',
  },
  {
    late: '締め後{n}件',
    'changes.1': '{n}件の変更',
    'changes.n': '{n}件の変更',
    changed: '{changes}、{amount}、最終 {at}',
    changedMixed: '{changes}、最終 {at}',
    'daysChanged.1': '締め後に変更のあった日: {n}日',
    'daysChanged.n': '締め後に変更のあった日: {n}日',
    moreDays: 'ほか{n}日(以前の日付)',
    dayChanged: '締め後の変更: {day} {changed}',
    what: '締め後の変更とは、営業日の締め時刻から1時間を過ぎて届いたレシート・訂正・取消です。数値には反映済みで、金額はその日の売上({tax}込み)の増減です。',
    changes: '締め後の変更',
    amount: '締め後の増減額',
    last: '最後の変更',
  },
)
