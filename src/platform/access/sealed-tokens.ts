import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_NAME_BYTES = 4
const CIPHER = 'aes-256-gcm'

/** A short name of a key, which lies beside what it sealed, so that a newer key may seal while older ones still open. */
const nameOf = (key: Buffer): Buffer => hash('sha256', key, 'buffer').subarray(0, KEY_NAME_BYTES)

/**
 * Seals a token of a provider to rest in the database: name of the key, nonce, tag, then the text, by AES-256-GCM.
 * @param keys of the setting TOKEN_KEYS, the newest first
 * @param owner what it belongs to: moved to another row or column, it does not open
 */
export const sealToken = (keys: readonly Buffer[], owner: string, token: string): Buffer => {
  const [key] = keys
  if (!key) throw new Error('TOKEN_KEYS is needed to keep what a provider gives out.')
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([nameOf(key), nonce, cipher.getAuthTag(), text])
}

/** The token, or nothing where no key of these sealed it, it belongs elsewhere, or it was changed since. */
export const openToken = (keys: readonly Buffer[], owner: string, sealed: Buffer): string | undefined => {
  const key = keys.find((one) => nameOf(one).equals(sealed.subarray(0, KEY_NAME_BYTES)))
  if (!key) return undefined
  try {
    const text = KEY_NAME_BYTES + NONCE_BYTES + TAG_BYTES
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(KEY_NAME_BYTES, KEY_NAME_BYTES + NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(KEY_NAME_BYTES + NONCE_BYTES, text))
    return decipher.update(sealed.subarray(text), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** Whether it lies under the newest key. */
export const isSealedByNewest = (keys: readonly Buffer[], sealed: Buffer): boolean =>
  keys[0] !== undefined && nameOf(keys[0]).equals(sealed.subarray(0, KEY_NAME_BYTES))
