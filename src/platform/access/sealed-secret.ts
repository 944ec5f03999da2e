import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** A key for one purpose, from the key all server processes of the installation share. */
const keyFor = (shared: Buffer): Buffer => Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(0), 'daybook sealed secrets', 32))

/**
 * Seals a secret to rest in the database: AES-256-GCM; nonce, tag, then the text.
 * @param owner what it belongs to: moved to another row, it does not open
 */
export const sealSecret = (shared: Buffer, owner: string, secret: Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyFor(shared), nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** The secret, or nothing where it was sealed by another installation, for another owner, or changed since. */
export const unsealSecret = (shared: Buffer, owner: string, sealed: Buffer): Buffer | undefined => {
  try {
    const text = NONCE_BYTES + TAG_BYTES
    const decipher = createDecipheriv(CIPHER, keyFor(shared), sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(NONCE_BYTES, text))
    return Buffer.concat([decipher.update(sealed.subarray(text)), decipher.final()])
  } catch {
    return undefined
  }
}
