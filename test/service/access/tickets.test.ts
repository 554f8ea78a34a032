/** Tickets: what a signature holds together, and what it does not take. */
import { createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTicket } from '../../../core/contract/domain/ticket.ts'
import { everybody } from '../../../core/service/access/caller.ts'
import {
  deriveTicketKey,
  readTicket,
  signTicket,
  type TicketWish,
} from '../../../core/service/access/tickets.ts'

const secret = 'a secret of more than thirty-two characters'
const key = deriveTicketKey(secret, 'ticket.key')
const now = Date.UTC(2027, 0, 1)
const signer = { key, randomBytes: (count: number) => Buffer.alloc(count, 0xab), now: () => now }
const wish: TicketWish = { room: 'Labor Ä', scopes: ['read'], specimens: null, seconds: 60 }

describe('a ticket', () => {
  it('is one room, some scopes and an end', () => {
    const { text, ends } = signTicket({ ...wish, specimens: ['rock'] }, signer)
    expect(ends).toBe(now / 1000 + 60)
    expect(readTicket(text, key)).toEqual({
      name: 'ticket:abababababababab',
      scopes: new Set(['read']),
      rooms: new Set(['Labor Ä']),
      specimens: new Set(['rock']),
      endsAt: ends * 1000,
      tokenId: null,
    })
    expect(parseTicket(text)?.claims.room).toBe('Labor Ä')
  })

  it('is signed as it is written down: HMAC-SHA256 over what stands before the dot', () => {
    const own = hkdfSync('sha256', secret, '', 'specimen ticket v1', 32)
    const [signed = '', signature] = signTicket(wish, signer).text.split('.')
    expect(signature).toBe(createHmac('sha256', Buffer.from(own)).update(signed).digest('base64url'))
    const claims = JSON.parse(Buffer.from(signed.slice(4), 'base64url').toString())
    expect(claims).toEqual({
      id: 'abababababababab',
      room: 'Labor Ä',
      scopes: ['read'],
      specimens: null,
      ends: now / 1000 + 60,
      by: null,
    })
  })

  it('ends with the token of whoever hands it out', () => {
    const giver = { ...everybody, endsAt: now + 5000, tokenId: '0123456789abcdef' }
    const { text, ends } = signTicket({ ...wish, giver }, signer)
    expect(ends).toBe(now / 1000 + 5)
    expect(readTicket(text, key).tokenId).toBe('0123456789abcdef')
  })

  it('is refused under another key, or with any letter changed', () => {
    const { text } = signTicket(wish, signer)
    expect(() => readTicket(text, deriveTicketKey(`${secret}.`, 'x'))).toThrow('has not signed')
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
    const changes = fc.tuple(fc.nat(text.length - 2), fc.constantFrom(...letters)) // the last has 2 spare bits
    fc.assert(
      fc.property(changes, ([at, letter]) => {
        if (text[at] === letter) return
        const changed = text.slice(0, at) + letter + text.slice(at + 1)
        expect(() => readTicket(changed, key)).toThrow()
      }),
    )
    expect(() => readTicket(text.slice(0, -1), key)).toThrow('no whole ticket')
    expect(() => readTicket(`${text}A`, key)).toThrow('no whole ticket')
  })

  it('has no scopes but known ones, whoever has signed it', () => {
    const scopes = ['read', 'root'] as unknown as TicketWish['scopes'] // as a later version might know more
    expect(readTicket(signTicket({ ...wish, scopes }, signer).text, key).scopes).toEqual(new Set(['read']))
  })

  it('needs a secret that cannot be guessed', () => {
    expect(() => deriveTicketKey('short', 'ticket.key')).toThrow('at least 32 characters (got 5)')
    expect(deriveTicketKey(` ${secret}\n`, 'x')).toEqual(key)
  })
})
