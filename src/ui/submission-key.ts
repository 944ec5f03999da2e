/**
 * The Idempotency-Key of a submission: one per thing a person submits, saved before it is sent, so that sending it
 * again after a lost answer or a reload is known to the server as the same. Answered for good, it is forgotten.
 */

const STORE = 'daybook.submissions'
const KEPT = 50

interface Submission {
  fingerprint: string
  key: string
}

const unstored = new Map<string, string>()

/** The key for this submission; `secret` ones (with a password in them) are remembered in memory only. */
export const submissionKey = async (submission: string, secret: boolean): Promise<{ key: string; answered: () => void }> => {
  if (secret) {
    const key = unstored.get(submission) ?? newUuid()
    unstored.set(submission, key)
    return { key, answered: () => unstored.delete(submission) }
  }
  const fingerprint = await digest(submission)
  const pending = stored()
  const key = pending.find((one) => one.fingerprint === fingerprint)?.key ?? newUuid()
  store([...pending.filter((one) => one.fingerprint !== fingerprint), { fingerprint, key }].slice(-KEPT))
  return { key, answered: () => store(stored().filter((one) => one.fingerprint !== fingerprint)) }
}

/** Whether an answer settles a submission: with these the work may still happen, or may be asked for again. */
export const settles = (status: number, code: string | undefined): boolean => status !== 0 && status < 500 && status !== 429 && code !== 'InProgress'

/** A random UUID, also where a page is not secure enough for crypto.randomUUID. */
export const newUuid = (): string => {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const digest = async (submission: string): Promise<string> => {
  if (!crypto.subtle) return submission
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(submission))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const stored = (): Submission[] => {
  try {
    const read = JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as Submission[]
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}

const store = (submissions: Submission[]): void => {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(submissions))
  } catch {
    for (const one of submissions) unstored.set(one.fingerprint, one.key)
  }
}
