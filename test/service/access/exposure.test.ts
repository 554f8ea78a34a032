import { expect, it } from 'vitest'
import { isLoopback } from '../../../core/contract/domain/loopback.ts'
import { checkExposure } from '../../../core/service/access/exposure.ts'

it.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.7', false],
  ['127.0.0.1.example.org', false],
  ['localhost.example.org', false],
  ['128.0.0.1', false],
  ['', false],
])('knows whether %j is loopback: %s', (host, is) => expect(isLoopback(host)).toBe(is))

it('refuses a host that others would reach without a token, unless that is wanted', () => {
  const elsewhere = { host: '0.0.0.0', allowAnonymous: false }
  expect(() => checkExposure(elsewhere)).toThrow(/0\.0\.0\.0.*--token.*--allow-anonymous/)
  expect(() => checkExposure({ ...elsewhere, allowAnonymous: true })).not.toThrow()
  expect(() => checkExposure({ ...elsewhere, host: '127.0.0.1' })).not.toThrow()
  for (const settings of [{ token: 'x' }, { tokens: 'tokens.txt' }, { jwtKeys: 'keys.json' }])
    expect(() => checkExposure({ ...elsewhere, ...settings })).not.toThrow()
  expect(() => checkExposure({ ...elsewhere, token: undefined })).toThrow()
})
