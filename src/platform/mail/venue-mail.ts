import type { Transaction } from '#platform/database/pool.ts'

/** What a venue's settings say of its mails. */
export interface VenueMail {
  /** Who they seem to come from; absent: as the house's own. */
  senderName: string | undefined
  /** Addresses, in small letters, that scheduled reports go to unless a schedule says otherwise. */
  recipients: readonly string[]
}

/** Asked in a transaction of the venue. */
export const venueMailOf = async (sql: Transaction, venueId: number): Promise<VenueMail> => {
  const [row] = await sql<{ sender: string; recipients: string[] }[]>`
    select coalesce(value->>'MailSenderName', '') as sender, coalesce(value->'ReportRecipients', '[]') as recipients
    from venue_setting where venue_id = ${venueId} and section = 'settings'`
  return { senderName: row?.sender || undefined, recipients: row?.recipients ?? [] }
}
