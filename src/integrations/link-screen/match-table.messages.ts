import { messages } from '#shared/messages.ts'

/** What a table says in which somebody says what things of a provider are here. */
export const matchTableWords = messages(
  {
    counts: '{open} not matched, {suggested} suggested, {done} confirmed',
    why: 'Reason',
    next: 'Next step',
    notMatched: 'Not matched',
    suggested: 'Suggested',
    sameName: 'Same name',
    confirmedBy: 'by {by}, {day}, {time}',
    confirmed: 'Confirmed',
    confirm: 'Confirm',
    confirmNamed: 'Confirm {name}',
    change: 'Change',
    changeNamed: 'Change {name}',
    'confirmAll.one': 'Confirm {n} suggestion',
    'confirmAll.other': 'Confirm {n} suggestions',
    none: 'None',
  },
  {
    counts: '未対応 {open}、候補あり {suggested}、確認済み {done}',
    why: '理由',
    next: '次の操作',
    notMatched: '未対応',
    suggested: '候補あり',
    sameName: '同じ名前',
    confirmedBy: '{by}、{day} {time}',
    confirmed: '確認済み',
    confirm: '確認',
    confirmNamed: '{name}を確認',
    change: '変更',
    changeNamed: '{name}を変更',
    'confirmAll.one': '候補{n}件を確認',
    'confirmAll.other': '候補{n}件を確認',
    none: 'なし',
  },
)
