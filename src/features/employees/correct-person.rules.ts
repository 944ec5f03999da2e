import { nameKey } from '#shared/name-key.ts'

/** What is known of a person beside their access; empty where nothing is. */
export interface Details {
  FirstName: string
  Surname: string
  Nickname: string
  DisplayName: string
  Email: string
  Phone: string
}

export type SentDetails = { [Field in keyof Details]?: string | undefined }

/** The fields that differ, each as it was and as it is. */
export type ChangedDetails = { [Field in keyof Details]?: [before: string, after: string] }

const DETAILS = ['FirstName', 'Surname', 'Nickname', 'DisplayName', 'Email', 'Phone'] as const

/**
 * What a correction comes to. A name to show that was first name and surname follows them, unless another one is sent; without a visible
 * character it is made of them again.
 */
export const correctionsIn = (before: Details, sent: SentDetails): { after: Details; changed: ChangedDetails } => {
  const after = { ...before }
  for (const field of DETAILS) after[field] = sent[field]?.trim() ?? before[field]
  const followed = sent.DisplayName === undefined && before.DisplayName === fullName(before)
  if (followed || nameKey(after.DisplayName) === '') after.DisplayName = fullName(after)
  const changed = Object.fromEntries(DETAILS.filter((field) => before[field] !== after[field]).map((field) => [field, [before[field], after[field]]]))
  return { after, changed }
}

const fullName = ({ FirstName, Surname }: Details): string => [FirstName, Surname].filter(Boolean).join(' ')
