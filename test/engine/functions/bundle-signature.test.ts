/** Signatures of bundles: against a vector of RFC 8032, and what a file of keys may hold. */
import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  createSignerKey,
  findSigner,
  parseSignerKeys,
  signManifest,
} from '../../../core/engine/functions/bundle-signature.ts'

/** RFC 8032, 7.1, TEST 2; before the keys stand the headers of PKCS#8 and SPKI (RFC 8410, 10). */
const vector = {
  privateKey:
    '302e020100300506032b657004220420' + '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
  publicKey: '302a300506032b6570032100' + '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  message: Buffer.from('72', 'hex'),
  signature:
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
    '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
}
const toBase64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
const pem = `-----BEGIN PRIVATE KEY-----\n${toBase64(vector.privateKey)}\n-----END PRIVATE KEY-----\n`
const keys = parseSignerKeys(`# ours\n\nlab ${toBase64(vector.publicKey)}\r\n`, 'keys.txt')

it('signs as RFC 8032 says', () => {
  expect(signManifest(vector.message, pem).trim()).toBe(toBase64(vector.signature))
})

it('knows the signer, and nobody for another text, key or signature', () => {
  const signature = toBase64(vector.signature)
  expect(findSigner(keys, vector.message, signature)?.name).toBe('lab')
  expect(findSigner(keys, Buffer.from('73', 'hex'), signature)).toBeUndefined()
  expect(findSigner(new Map(), vector.message, signature)).toBeUndefined()
  for (const wrong of ['', '????', signature.slice(4), signManifest(vector.message, createSignerKey().pem)])
    expect(findSigner(keys, vector.message, wrong), wrong).toBeUndefined()
})

it('makes keys that fit each other', () => {
  const { pem, publicLine } = createSignerKey()
  const made = parseSignerKeys(`a ${toBase64(vector.publicKey)}\nb ${publicLine}`, 'keys.txt')
  expect(findSigner(made, vector.message, signManifest(vector.message, pem))?.name).toBe('b')
})

it.each([
  ['lab', 'keys.txt, line 1: the line must be <name> <key>'],
  ['a b c', 'keys.txt, line 1: the line must be <name> <key>'],
  ['#\nl/b key', 'keys.txt, line 2: the line must be <name> <key>'],
  ['lab MCow', 'keys.txt, line 1: the key must be the base64 of a public Ed25519 key'],
  [`lab ${toBase64(vector.privateKey)}`, 'the key must be the base64 of a public Ed25519 key'],
  [
    `lab ${toBase64(vector.publicKey)}\nlab ${toBase64(vector.publicKey)}`,
    'keys.txt, line 2: the name lab must be there once',
  ],
])('refuses a file of keys that says %j', (text, detail) => {
  expect(() => parseSignerKeys(text, 'keys.txt')).toThrow(detail)
})

it('refuses to sign with what is no private key of Ed25519', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(() => signManifest(vector.message, other)).toThrow('must be one of Ed25519 (got ec)')
  expect(() => signManifest(vector.message, 'key')).toThrow('must be a private key as PEM')
})
