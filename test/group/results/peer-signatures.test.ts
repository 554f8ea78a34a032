/** Signatures of hosts: what of one that was overheard is of use. */
import { expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { PeerSignatures } from '../../../core/group/results/peer-signatures.ts'

const secret = 'a-secret-of-a-group-that-is-long-enough'
const asked = { method: 'GET', url: 'http://b:8000/ws/rooms/lab?client=10.0.0.7' }

function open() {
  const clock = { now: 1_700_000_000_000 }
  const signatures = new PeerSignatures([secret], () => clock.now)
  const take = (text: string, request = asked): string => {
    try {
      signatures.verifyOnce(request, text)
      return 'taken'
    } catch (error) {
      return error instanceof SpecimenError ? error.message : expect.unreachable()
    }
  }
  return { clock, signatures, take }
}

it('are taken once, however they are spelled', () => {
  const { clock, signatures, take } = open()
  const text = signatures.sign(asked)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = letters.indexOf(text.at(-1) ?? '')
  // The last of 43 letters has two bits beyond the signature.
  const spellings = [0, 1, 2, 3].map((bits) => text.slice(0, -1) + letters.charAt((last & ~3) | bits))
  expect(spellings).toContain(text)
  expect(take(text)).toBe('taken')
  for (const spelling of spellings) expect(take(spelling)).toMatch('has come before')
  clock.now += 1
  expect(take(signatures.sign(asked))).toBe('taken')
})

it('are of no use for another room, client, host or method, before or after', () => {
  const { signatures, take } = open()
  const text = signatures.sign(asked)
  const others = ['lab2?client=10.0.0.7', 'lab?client=10.0.0.8', 'lab?client=10.0.0.7&x=1', 'lab']
  const requests = [
    ...others.map((end) => ({ ...asked, url: `http://b:8000/ws/rooms/${end}` })),
    { ...asked, url: asked.url.replace('//b', '//c') },
    { ...asked, method: 'POST' },
  ]
  for (let i = 0; i < 2; i++) {
    for (const request of requests) expect(take(text, request)).toMatch('signed by none')
    expect(take(text)).toMatch(i === 0 ? 'taken' : 'has come before')
  }
})

it('of a clock that is ahead are remembered until they are too old', () => {
  const { clock, signatures, take } = open()
  clock.now += 60_000
  const text = signatures.sign(asked)
  clock.now -= 60_000
  expect(take(text)).toBe('taken')
  for (let i = 0; i < 12; i++) {
    clock.now += 10_000
    for (let j = 0; j < 5; j++)
      expect(take(signatures.sign({ ...asked, method: `${i} ${j}` }))).toMatch('none')
    expect(take(text)).toMatch('has come before')
  }
  clock.now += 1
  expect(take(text)).toMatch('The time of this request')
})
