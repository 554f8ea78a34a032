/** A function that fails, from both sides: what the asker is told, and what the log says beside it. */
import type { HostOptions } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import type { Api, Body } from '../../support/api.ts'
import { useProbeHost } from '../../support/use-host.ts'

const used = useProbeHost({ logLevel: 'info' })
let api: Api
let lines: Body[]

async function start(options: HostOptions): Promise<void> {
  lines = []
  const logDestination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  api = await used.start({ logDestination, ...options })
}

const failed = () => lines.filter(({ msg }) => msg === 'function failed')

describe.each(['process', 'thread'] as const)('in a %s', (isolation) => {
  it('tells the asker the message and never the stack, and the log both, with the parameters', async () => {
    await start({ isolation, logParams: true })
    const body = { function_name: 'failing', kwargs: { how: 'throw' }, room_id: 'lab' }
    const text = await (await api.post('/api/processing/invoke', body)).text()
    expect(text).toContain('the sample is upside down')
    expect(text).not.toMatch(/\bat \w+ |index\.mjs/)
    expect(failed()).toHaveLength(1)
    expect(failed()[0]).toMatchObject({
      level: 50,
      room: 'lab',
      function: 'failing',
      params: '{"how":"throw"}',
    })
    expect(failed()[0].error).toBe('the sample is upside down. (function failing of bundle probe)')
    expect(failed()[0].stack).toMatch(
      /^Error: the sample is upside down\n {4}at .*failing \(index\.mjs:\d+:\d+\)$/,
    )
    expect(lines.filter(({ level }) => level >= 40)).toHaveLength(1) // and nothing says it a second time
  })

  it('says in a job what an answer says, and logs the stack once for all who wait', async () => {
    await start({ isolation, poolSize: 1 })
    const { job_id: before } = await api.start('endless') // until both wait for one run
    const jobs = await Promise.all([1, 2].map(() => api.start('failing', { how: 'throw' })))
    await api.cancel(before)
    for (const { job_id } of jobs) {
      expect((await api.settle(job_id)).error).toBe(
        'the sample is upside down. (function failing of bundle probe)',
      )
    }
    expect(failed()).toHaveLength(1)
    expect(lines.filter(({ msg }) => msg === 'job failed').every(({ err }) => err === undefined)).toBe(true)
  })
})

it('logs where a function in code threw', async () => {
  const broken = (): never => {
    throw new RangeError('no luck')
  }
  await start({ functions: { broken } })
  const answer = await api.post('/api/processing/invoke', { function_name: 'broken' })
  expect(await answer.text()).not.toContain('failures.test')
  expect(failed()[0].stack).toMatch(/^RangeError: no luck\n {4}at .*failures\.test\.ts:\d+:\d+\)?$/)
})

it('names the parameters in the log, and has their values only where the operator wants them', async () => {
  await start({})
  await api.post('/api/processing/invoke', { function_name: 'failing', kwargs: { how: 'throw' } })
  expect(failed()[0].params).toEqual(['how'])
})

it('cuts long parameters in the log', async () => {
  await start({ logParams: true })
  await api.post('/api/processing/invoke', {
    function_name: 'tetra',
    kwargs: { text: 'x'.repeat(10_000), size: -1e300 },
  })
  for (const { params } of failed()) expect(params.length).toBeLessThan(2100)
})
