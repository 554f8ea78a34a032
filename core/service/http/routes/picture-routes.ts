import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasCode, SpecimenError } from '../../../contract/domain/errors.ts'
import { openWhole } from '../../../contract/domain/result/stored-result.ts'
import { noteSettings } from '../../../contract/look/drawn-settings.ts'
import { formatNotes, notesHeader } from '../../../contract/wire/notes-header.ts'
import { toFileCall } from '../../../engine/catalog/file-call.ts'
import { parseParamsText } from '../../../engine/functions/gate.ts'
import { sendNothing } from '../answer/send.ts'
import { sendTagged } from '../answer/tagged-body.ts'
import { readPath, readQuery, watchClient } from '../request/parse-request.ts'
import { checkQuery, createParameterTest } from '../request/request-names.ts'
import { checkScope, loading, route } from './access.ts'
import { toCall } from './await-result.ts'
import { pictureQuery, pictureTypes, readShape, readWithin } from './picture-shape.ts'
import { type Services, toView } from './routes.ts'

/** A room of their own: a picture must not replace the result that people in a room look at. */
const roomId = 'pictures'

/** `Retry-After` of a picture that takes longer than a client allows, for each second of that. */
const restFactor = 20

/** Adds the pictures of specimens: drawn results, kept by their parameters, view and size. */
export function addPictureRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/specimens/:specimen_id/picture', route(loading, 'readPicture'), async (request, reply) => {
    return await sendPicture(services, request, reply)
  })
}

async function sendPicture(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { account, catalog, gate, decoder, drawer, executor } = services
  const { query, caller, client, origin } = request
  const view = toView(catalog, request)
  const id = readPath(request.params, 'specimen_id')
  checkQuery(query, pictureQuery, createParameterTest(view.snapshot, id))
  const params = parseParamsText(readQuery(query, 'params'))
  const shape = readShape(query, request.headers.accept)
  const seconds = readWithin(query)
  const entry = view.find(id)
  // Cards ask for all specimens alike, and a refusal is an error in the console of the page.
  const isOpen = entry.kind === 'dynamic' && (entry.target.schema.required ?? []).length > 0
  if (isOpen && Object.keys(params).length === 0) return await reply.code(204).send()
  const signal = watchClient(reply)
  const call =
    entry.kind === 'dynamic'
      ? toCall(gate, entry.target, { params, roomId })
      : await toFileCall(entry.specimen, decoder, { roomId, signal })
  const { functionName, revision, key } = call.invocation
  request.facts.function = functionName
  const { view: own = '', axes } = view.snapshot.specimens.get(id)?.words ?? {}
  reply.header('vary', 'accept')
  const type = entry.kind === 'static' ? entry.specimen.type : entry.target.registered.manifest.return_type
  const notes = type ? noteSettings({ type, own, asked: shape.words.view ?? '' }) : []
  const wanted = {
    ...shape,
    key: `${revision} ${key}`,
    words: { ...shape.words, view: `${own} ${shape.words.view ?? ''}`.trim(), axes },
  }
  // Pictures are of no room, so one that was drawn for others is not for callers who may not have it drawn.
  const needs = entry.kind === 'dynamic' ? 'invoke' : 'read'
  const known = caller.scopes.has(needs) ? drawer.find(wanted) : undefined
  if (!known && request.method === 'HEAD') return await sendNothing(reply.header('cache-control', 'no-cache'))
  checkScope(caller, needs)
  const compute = async (given: AbortSignal) => {
    const { entry } = await executor.request(call, {
      caller: client,
      client: undefined,
      signal: given,
      origin,
    })
    return (await openWhole(await entry)).result
  }
  const draw = async () => {
    const place = account.take('pictures', `${client} ${functionName}`, 1)
    const wish = { caller: client, functionName, signal, seconds, onTurn: place.release, compute }
    return await drawer.draw(wanted, wish).finally(place.release)
  }
  const leaveOut = (error: unknown): undefined => {
    if (seconds === undefined || !hasCode(error, 'host.busy')) return leaveUnreadable(error)
    reply.header('retry-after', Math.ceil(restFactor * seconds))
  }
  const picture = known ?? (await draw().catch(leaveOut))
  if (picture && notes.length > 0) reply.header(notesHeader, formatNotes(notes))
  return picture ? sendTagged(picture, pictureTypes[shape.form], reply) : await reply.code(204).send()
}

/** A file of an unknown format has no picture, as its card knows. @throws any other error */
function leaveUnreadable(error: unknown): undefined {
  const isUnreadable =
    error instanceof SpecimenError && (error.code === 'format.unknown' || error.code === 'file.undecodable')
  if (!isUnreadable) throw error
}
