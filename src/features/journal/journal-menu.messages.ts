import { messages } from '#shared/messages.ts'

export const journalMenu = messages(
  { accounts: 'Journal accounts', accountsAbout: 'Which account of your accounting program each line of the journal goes to.' },
  { accounts: '仕訳の勘定科目', accountsAbout: '仕訳の各行を会計ソフトのどの勘定科目に記帳するか。' },
)
