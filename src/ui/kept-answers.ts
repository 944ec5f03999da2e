/** An answer kept on this device: whose it is, what was asked, and from when it is. */
export interface KeptAnswer {
  /** The question in one text; a later answer to it takes this one's place. */
  hash: string
  owner: string
  key: readonly unknown[]
  answer: unknown
  /** Milliseconds since 1970. */
  at: number
}

const DATABASE = 'daybook.figures'
const ANSWERS = 'answers'
const AT = 'at'
const MOST = 100
const LARGEST_CHARACTERS = 300_000
const OLDEST_MS = 12 * 60 * 60_000

/** Keeps an answer in place of an earlier one; one that is too large is not kept, and of too many the oldest goes. */
export const keepAnswer = async (kept: KeptAnswer): Promise<void> => {
  if (JSON.stringify(kept.answer).length > LARGEST_CHARACTERS) return forgetAnswers(({ hash }) => hash === kept.hash)
  await withAnswers('readwrite', async (answers) => {
    await done(answers.put(kept))
    const byAge = await done(answers.index(AT).getAllKeys())
    for (const hash of byAge.slice(0, Math.max(0, byAge.length - MOST))) answers.delete(hash)
  })
}

/** What is kept for somebody and is not too old. */
export const keptAnswers = async (owner: string): Promise<KeptAnswer[]> => {
  const all = await withAnswers('readonly', (answers) => done<KeptAnswer[]>(answers.getAll()))
  return (all ?? []).filter((one) => one.owner === owner && !isTooOld(one))
}

/** Deletes what the question says yes to, and whatever is too old. */
export const forgetAnswers = async (isToGo: (one: KeptAnswer) => boolean): Promise<void> => {
  await withAnswers('readwrite', async (answers) => {
    for (const one of await done<KeptAnswer[]>(answers.getAll())) if (isToGo(one) || isTooOld(one)) answers.delete(one.hash)
  })
}

const isTooOld = ({ at }: KeptAnswer) => Math.abs(Date.now() - at) > OLDEST_MS

/** Does something with the answers in one transaction. A browser that keeps nothing, or is full, keeps no figures, and that is all. */
const withAnswers = async <R>(mode: IDBTransactionMode, work: (answers: IDBObjectStore) => Promise<R>): Promise<R | undefined> => {
  let database: IDBDatabase | undefined
  try {
    database = await opened()
    const transaction = database.transaction(ANSWERS, mode)
    const finished = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const [result] = await Promise.all([work(transaction.objectStore(ANSWERS)), finished])
    return result
  } catch {
    return undefined
  } finally {
    database?.close()
  }
}

const opened = (): Promise<IDBDatabase> => {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(ANSWERS, { keyPath: 'hash' }).createIndex(AT, AT)
  }
  return done(opening)
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
