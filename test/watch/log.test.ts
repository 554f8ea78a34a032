/** How lines are written: JSON, or for people by pino-pretty, and never anything that steers a terminal. */
import { expect, it } from 'vitest'
import { createLog } from '../../core/watch/log.ts'

async function write(
  logFormat: 'json' | 'pretty' | 'auto',
  fields: object,
  message: string,
): Promise<string> {
  let text = ''
  const destination = {
    write: (piece: string) => {
      text += piece
    },
  }
  const log = await createLog({ logLevel: 'info', logFormat }, destination)
  log.info(fields, message)
  await expect.poll(() => text).not.toBe('')
  return text
}

it('writes JSON where nobody looks', async () => {
  expect(JSON.parse(await write('auto', { room: 'r' }, 'said'))).toMatchObject({
    level: 30,
    room: 'r',
    msg: 'said',
  })
})

it('writes for people when asked', async () => {
  const text = await write('pretty', { room: 'r' }, 'said')
  expect(text).toMatch(/INFO.*said/)
  expect(text).toContain('room: "r"')
})

it.each(['json', 'pretty'] as const)('writes no control characters as %s', async (format) => {
  const steering = '\u001b[2J\u009b31m\u0007\u202e\u2028end'
  const stack = new Error(`bad ${steering}`)
  const text = await write(format, { room: steering, [`name${steering}`]: 1, err: stack }, `said ${steering}`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(text.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/g) ?? []).toEqual([])
  expect(text).toContain('end')
})

it('keeps a text with backslashes as it is', async () => {
  expect(await write('pretty', {}, 'C:\\u001b and \\\\u009b')).toContain('C:\\u001b and \\\\u009b')
})

it('removes what errors of other packages carry along', async () => {
  const err = Object.assign(new Error('refused'), { headers: { authorization: 'Bearer s3cret' } })
  expect(await write('json', { err, request: { authorization: 'Bearer s3cret' } }, 'failed')).not.toContain(
    's3cret',
  )
})
