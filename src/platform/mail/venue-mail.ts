import type { Transaction } from '#platform/database/pool.ts'

/** What a venue's settings say of its mails. */
export interface VenueMail {
  /** Who they seem to come from; absent: as the house's own. */
  senderName: string | undefined
  /** Addresses, in small letters, that scheduled reports go to unless a schedule says otherwise. */
  recipients: readonly string[]
  /** Reports may be mailed to people outside Daybook. */
  outside: boolean
}

/** Asked in a transaction of the venue. */
export const venueMailOf = async (sql: Transaction, venueId: number): Promise<VenueMail> => {
  const [row] = await sql<{ sender: string; recipients: string[]; outside: boolean }[]>`
    select coalesce(value->>'MailSenderName', '') as sender, coalesce(value->'ReportRecipients', '[]') as recipients,
      coalesce(value->'OutsideRecipients' = 'true'::jsonb, false) as outside
    from venue_setting where venue_id = ${venueId} and section = 'settings'`
  return { senderName: row?.sender || undefined, recipients: row?.recipients ?? [], outside: row?.outside ?? false }
}
