/** What each form of a room's state does. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import type { Result } from '../../core/contract/domain/result/result.ts'
import { holdResult } from '../../core/contract/domain/result/stored-result.ts'
import { roomLimits } from '../../core/service/rooms/limits.ts'
import type {
  OrderedChange,
  RoomListener,
  RoomState,
  RoomStates,
} from '../../core/service/rooms/room-state.ts'

/** A form of the state, with what it needs opened. */
export interface StateForm {
  readonly states: RoomStates
  close(): Promise<void>
}

const result: Result = {
  ...{ type: 'volume' as const, dtype: 'uint8' as const, data: new Uint8Array(4) },
  ...{ shape: [1, 1, 4], spacing: [1, 1, 1], origin: [0, 0, 0] },
}

/** Describes a form of the port. */
export function describeRoomState(name: string, create: () => Promise<StateForm>): void {
  describe(`the state of a room ${name}`, () => {
    let form: StateForm
    let changes: OrderedChange[]
    let state: RoomState
    let held: number
    let mostHeld: number

    beforeEach(async () => {
      form = await create()
      changes = []
      held = 0
      mostHeld = Number.POSITIVE_INFINITY
      const listener: RoomListener = {
        onChanged: (change) => void changes.push(change),
        onHostsGone: () => {},
        onMoved: () => {},
        findHeld: () => undefined,
        holdState: (bytes) => {
          if (bytes > mostHeld) throw new SpecimenError('host.busy', 'Full.')
          held = bytes
        },
      }
      state = form.states.open('lab', listener)
    })
    afterEach(async () => {
      state.close()
      await form.close()
    })

    it('gives changes that are made at once versions in order, each decided upon the one before', async () => {
      const add = () =>
        state.change((fields) => ({ count: Number(fields.get('count') ?? 0) + 1 }), { by: 1, seq: 7 })
      await Promise.all(Array.from({ length: 20 }, add))
      expect(changes.map(({ fields }) => fields.count)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
      const versions = changes.map(({ version }) => version)
      expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
      expect(state.version).toBe(versions.at(-1))
      expect(changes[0]).toMatchObject({ by: 1, seq: 7 })
      expect(state.fields.get('count')).toBe(20)
    })

    it('names the version that a change then has', async () => {
      let named = 0
      await state.change((_, version) => {
        named = version
        return { a: 1 }
      })
      expect(changes.map(({ version, by, seq }) => [version, by, seq])).toEqual([[named, 0, null]])
    })

    it('removes fields by null, and changes nothing for undefined', async () => {
      await state.change(() => ({ a: 1, b: { c: [null, 'd'] } }))
      await state.change(() => ({ a: null }))
      await state.change(() => undefined)
      expect([...state.fields]).toEqual([['b', { c: [null, 'd'] }]])
      expect(changes).toHaveLength(2)
    })

    it('is as it was after a refusal, and those beside it take place', async () => {
      const refusal = new Error('refused')
      const refused = state.change(() => {
        throw refusal
      })
      const other = state.change(() => ({ a: 1 }))
      await expect(refused).rejects.toBe(refusal)
      await other
      expect([...state.fields]).toEqual([['a', 1]])
    })

    it('is bounded in fields and characters, of which those of hosts do not count', async () => {
      const many = Object.fromEntries(Array.from({ length: roomLimits.fields }, (_, i) => [`f${i}`, i]))
      await state.change(() => many)
      await expect(state.change(() => ({ more: 1 }))).rejects.toMatchObject({ code: 'room.full' })
      await state.change(() => ({ f0: null, more: 1, '~own': 1 }))
      const long = 'x'.repeat(roomLimits.characters)
      await expect(state.change(() => ({ f1: long }))).rejects.toMatchObject({ code: 'room.full' })
      await state.change(() => ({ '~own': long }))
      expect(state.fields.size).toBe(roomLimits.fields + 1)
    })

    it('takes its memory before each change, and is as it was where there is none', async () => {
      await state.change(() => ({ a: 'xyz', '~own': 'of hosts' }))
      expect(held).toBe(3 * (1 + 5)) // as a text, and as what is parsed of it in two bytes each
      mostHeld = 24
      await expect(state.change(() => ({ b: 'x' }))).rejects.toMatchObject({ code: 'host.busy' })
      expect([held, changes.length, state.fields.has('b')]).toEqual([18, 1, false])
      await state.change(() => ({ a: null, b: 'x' }))
      expect(held).toBe(3 * (1 + 3))
    })

    it('keeps results by their pointers', async () => {
      const { entry, pointer } = await state.keep(holdResult('an-id', result))
      expect(entry).toMatchObject({ id: 'an-id', bytes: 4 })
      expect(pointer).toContain('an-id')
      expect(state.find('nothing')).toBeUndefined()
      expect(state.isThere(state.host)).toBe(true)
    })
  })
}
