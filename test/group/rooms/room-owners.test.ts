/** The host of a room, while another cannot be reached. */
import { expect, it, onTestFinished } from 'vitest'
import type { GroupMember } from '../../../core/group/members/member.ts'
import { RoomOwners } from '../../../core/group/rooms/room-owners.ts'

const toMember = (id: string): GroupMember => ({
  ...{ id, address: `http://${id}:1`, revisions: [], workers: [], places: 1, software: '1' },
})

function open() {
  const all = ['a', 'b', 'c'].map(toMember)
  const standing = { isLost: false }
  let [members, isReachable, changes]: [GroupMember[], boolean, number] = [all, false, 0]
  const owners = new RoomOwners({
    own: toMember('a'),
    findMembers: () => members,
    canReach: async () => isReachable,
    standing,
    onChanged: () => {
      changes++
    },
  })
  onTestFinished(() => owners.close())
  const [room = ''] = Array.from({ length: 100 }, (_, i) => `lab${i}`).filter(
    (name) => owners.find(name).id === 'b',
  )
  const mend = (): void => {
    isReachable = true
  }
  const forget = (id: string): void => {
    members = all.filter((member) => member.id !== id)
  }
  const lose = (): void => {
    standing.isLost = true
  }
  return { owners, room, mend, forget, lose, countChanges: () => changes }
}

it('is the next while its host cannot be reached, and that one as soon as it can be', async () => {
  const { owners, room, mend, countChanges } = open()
  await Promise.all([owners.suspect(toMember('b')), owners.suspect(toMember('b'))])
  expect([owners.find(room).id === 'b', countChanges()]).toEqual([false, 1])
  mend()
  await expect.poll(() => owners.find(room).id).toBe('b')
  expect(countChanges()).toBe(2)
})

it('is asked no more once the list has it no longer', async () => {
  const { owners, room, forget, countChanges } = open()
  await owners.suspect(toMember('b'))
  forget('b')
  await expect.poll(countChanges).toBe(2)
  expect(owners.find(room).id).not.toBe('b')
})

it('stays with a host that answers late once, and gives a sign of life', async () => {
  const { owners, room, mend, countChanges } = open()
  mend()
  expect(await owners.suspect(toMember('b'))).toBe(false)
  expect([owners.find(room).id, owners.has(toMember('b')), countChanges()]).toEqual(['b', true, 0])
})

it('is another one while this host is lost, which still has those that nobody else could have', () => {
  const { owners, lose, forget } = open()
  const own =
    Array.from({ length: 100 }, (_, i) => `lab${i}`).find((name) => owners.find(name).id === 'a') ?? ''
  lose()
  expect(owners.find(own).id).not.toBe('a')
  expect(owners.isStandIn(own, owners.find(own))).toBe(true)
  forget('b')
  expect(owners.find(own).id).toBe('c')
})
