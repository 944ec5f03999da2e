/** Somebody outside Daybook on a schedule's list. */
export interface KeptOutside {
  outsideId: string
  address: string
  state: 'asked' | 'confirmed' | 'declined'
  /** They left this list. */
  unsubscribed: boolean
  /** Moments as the database writes them. */
  askedAt: string
  expiresAt: string
}

/** Addresses are one person's however they are spelt. */
export const addressKey = (address: string): string => address.trim().toLowerCase()

interface Lists {
  recipients: readonly { employeeId: number; unsubscribed: boolean }[]
  outside: readonly KeptOutside[]
}

/** Who a run of a schedule is mailed to: who did not leave, and of people outside those who confirmed, where the venue allows it. */
export const mailedOf = ({ recipients, outside }: Lists, outsideAllowed: boolean): { recipients: number[]; outside: string[]; addresses: string[] } => {
  const confirmed = outsideAllowed ? outside.filter(({ state, unsubscribed }) => state === 'confirmed' && !unsubscribed) : []
  return {
    recipients: recipients.filter(({ unsubscribed }) => !unsubscribed).map(({ employeeId }) => employeeId),
    outside: confirmed.map(({ outsideId }) => outsideId),
    addresses: confirmed.map(({ address }) => address),
  }
}

/** How somebody outside stands on a list now. */
export const outsideState = (
  { state, unsubscribed, expiresAt }: KeptOutside,
  outsideAllowed: boolean,
  now: Date,
): 'ready' | 'asked' | 'expired' | 'declined' | 'unsubscribed' | 'off' => {
  if (state === 'declined') return 'declined'
  if (unsubscribed) return 'unsubscribed'
  if (!outsideAllowed) return 'off'
  if (state === 'confirmed') return 'ready'
  return new Date(expiresAt).getTime() > now.getTime() ? 'asked' : 'expired'
}

const DAY_MS = 86_400_000

/** A confirmation mail may go to somebody again, a day after the last one. */
export const mayAskAgain = ({ state, unsubscribed, askedAt }: KeptOutside, now: Date): boolean =>
  state === 'asked' && !unsubscribed && now.getTime() - new Date(askedAt).getTime() >= DAY_MS

/** A link only a mail program would make of a name: a dot before two letters or more, and what begins an address. */
const LINK_LIKE = /:\/\/|www\.|[\p{Cc}\p{Zl}\p{Zp}]/giu

/** A name as it stands in a mail to somebody who does not know Daybook: on one line, not long, and nothing a mail program makes a link of. */
export const nameInMail = (name: string): string =>
  [
    ...name
      .replace(LINK_LIKE, ' ')
      .replace(/[.@/](?=\p{L}{2})/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, 80)
    .join('')
