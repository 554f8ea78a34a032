import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Json } from '../../contract/values/json.ts'
import type { RoomFields } from '../../contract/wire/room-messages.ts'
import type { BroughtFiles, FilesOfCallers } from '../../engine/catalog/brought-file.ts'
import type { Catalog } from '../../engine/catalog/catalog.ts'
import { type FunctionPlan, listBroughtFiles } from '../../engine/catalog/plan-data.ts'
import type { Gate } from '../../engine/functions/gate.ts'
import { completeChange } from './fields.ts'
import type { JoinedPeer } from './joined-peer.ts'
import { peerField, type RoomMember, toMember } from './members.ts'
import type { DecideChange } from './room-state.ts'
import { listChangedViews, planViewCall } from './view-call.ts'
import { placeField, wantField } from './view-fields.ts'

/** The room of a change. */
export interface DecideChangeOptions {
  readonly id: string
  readonly catalog: Pick<Catalog, 'view'>
  readonly gate: Pick<Gate, 'admit'>
  readonly files: FilesOfCallers
  /** Unix time in milliseconds. */
  readonly now: () => number
}

/**
 * Returns the decision on a peer's `set`: its fields, and what its views want now. It counts as a run of the
 * peer once, however often it is decided again. @throws `scope.missing`; the decision throws the refusal
 */
export function decideChange(
  { shown, person, admission, sight }: JoinedPeer,
  given: RoomFields,
  { id: roomId, catalog, gate, files, now }: DecideChangeOptions,
): DecideChange {
  const { caller, client, countRun, isAdmin, givesAs } = admission
  if (!shown.may_change)
    throw new SpecimenError('scope.missing', 'This token is for reading; use one that is for invoke.')
  const seen = catalog.view(caller.specimens)
  const { peer, name } = shown
  const author = { peer, name, person, isAdmin, givesAs, sight, catalog: seen, time: now() / 1000 }
  const all = { catalog: catalog.view(), gate, files: files.all }
  let isCounted = false
  return (present, version) => {
    const { fields, after } = completeChange(given, present, author)
    const more: { [name: string]: Json } = {}
    for (const view of listChangedViews(fields)) {
      const standing = `views/${view}/specimen` in fields ? undefined : present
      const usable = toUsable(files, caller.name, () => {
        return standing && planViewCall(standing, view, { ...all, roomId })
      })
      const call = planViewCall(after, view, { roomId, catalog: seen, gate, files: usable })
      if (call && !isCounted) countRun()
      isCounted ||= call !== undefined
      more[wantField(view)] = call ? { version, caller: client } : null
      if (`views/${view}/specimen` in fields) more[placeField(view)] = null
      // A run under way ends without a word where values are missing now.
      if (!call && after.has(`views/${view}/run`)) more[`views/${view}/run`] = null
    }
    return { ...fields, ...more }
  }
}

/**
 * Returns the files to which a peer's view may refer: its own, and those that the view takes already, which
 * another peer has put there.
 */
function toUsable(
  files: FilesOfCallers,
  caller: string,
  planPresent: () => FunctionPlan | undefined,
): BroughtFiles {
  const own = files.of(caller)
  const isThere = (hash: string): boolean => {
    try {
      const plan = planPresent()
      return plan !== undefined && listBroughtFiles(plan).includes(hash)
    } catch (error) {
      if (error instanceof SpecimenError) return false // the view has nothing that could be computed
      throw error
    }
  }
  return { find: (hash) => own.find(hash) ?? (isThere(hash) ? files.all.find(hash) : undefined) }
}

/**
 * Returns a decision for as long as its host has the peer. One that has come to another host meanwhile, or
 * was given up, has later changes there, although what it has sent here is read later.
 */
export function decideHere(
  { host, peer, identity }: Pick<RoomMember, 'host' | 'peer' | 'identity'>,
  decide: DecideChange,
): DecideChange {
  return (present, version) => {
    const member = toMember(present.get(peerField(peer)))
    if (member?.host === host && member.identity === identity) return decide(present, version)
    throw new SpecimenError('group.away', 'Another host of the group has this peer now; come again.')
  }
}
