import { expect, it } from 'vitest'
import type { RunStage } from '../../../../core/viewer/drive/run-state.ts'
import { toBoardWords } from '../../../../core/viewer/specimen/headset/headset-words.ts'

const pressed: string[] = []
const say = (
  run: RunStage,
  { title = 'A gyroid', refusal = null as string | null, hint = null as string | null } = {},
) =>
  toBoardWords({
    title,
    colors: null,
    rows: [],
    run,
    refusal,
    hint,
    onCancel: () => pressed.push('cancel'),
    onRetry: () => pressed.push('retry'),
  })
const running = (texts: readonly string[], fraction: number | null): RunStage => ({
  stage: 'running',
  startedAt: 0,
  isPreview: false,
  fraction,
  messages: texts.map((text, seq) => ({ seq, text, ts: 0 })),
})

it.each<[string, RunStage, string, boolean]>([
  ['its own words before the author has any', running([], 0.4), 'Computing … 40 %', false],
  ['the last words of the author', running(['Begins', 'Meshing'], null), 'Meshing', false],
  ['the progress with them', running(['Meshing'], 0.255), 'Meshing 26 %', false],
  ['no progress twice', running(['Meshing, 25 %'], 0.25), 'Meshing, 25 %', false],
  ['that it was cancelled', { stage: 'cancelled' }, 'Cancelled.', false],
])('says %s', (_, run, text, isFailure) => {
  expect(say(run).status).toMatchObject({ text, isFailure })
})

const failure = { code: 'plugin.failed', message: 'The cells are too thin.' }
const failed = { stage: 'failed', failure, messages: [] } as unknown as RunStage // what is read of a failure

it('says a failure in the words of the author', () => {
  expect(say({ stage: 'idle' }).status).toBeNull()
  expect(say({ stage: 'idle' }, { hint: 'Pinch 2 places.' }).status?.text).toBe('Pinch 2 places.')
  expect(say(failed).status).toMatchObject({
    text: 'The cells are too thin.',
    isFailure: true,
    fraction: null,
  })
  expect(say({ stage: 'waiting', issues: [] }).status?.text).toContain('missing or not allowed')
})

it('has a button that cancels the work, or tries it again', () => {
  for (const run of [running([], null), failed, { stage: 'cancelled' } as const])
    say(run).status?.button?.press()
  expect(pressed).toEqual(['cancel', 'retry', 'retry'])
})

it('says why a room refuses changes, and cancels nothing there', () => {
  const refusal = 'Ada shows this room.'
  expect(say({ stage: 'idle' }, { refusal }).status?.text).toBe(refusal)
  expect(say(running([], 0.5), { refusal }).status?.button).toBeNull()
})

it('shows no sign that would turn the words around it', () => {
  expect(say({ stage: 'idle' }, { title: 'A\u202Egyroid' }).title).not.toContain('\u202E')
})
