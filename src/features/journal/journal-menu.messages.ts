import { messages } from '#shared/messages.ts'

export const journalMenu = messages(
  { accounts: 'Journal accounts', accountsAbout: 'The account in your accounting program that each line of the journal goes to.' },
  { accounts: '仕訳の勘定科目', accountsAbout: '仕訳の各行を会計ソフトのどの勘定科目に記帳するか。' },
)
