import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasCode, SpecimenError } from '../../../contract/domain/errors.ts'
import { noteSettings } from '../../../contract/look/drawn-settings.ts'
import { formatNotes, notesHeader } from '../../../contract/wire/notes-header.ts'
import { parseParamsText } from '../../../engine/functions/gate.ts'
import { checkScope } from '../../access/rights.ts'
import type { Calls } from '../../calls/calls.ts'
import { drawPicture, type PictureParts } from '../../calls/draw-picture.ts'
import { findDrawnType, listPartNames, openDrawn, requireViewParts } from '../../calls/drawn-part.ts'
import { sendNothing } from '../answer/send.ts'
import { sendTagged } from '../answer/tagged-body.ts'
import { readPath, readQuery, watchClient } from '../request/parse-request.ts'
import { checkQuery, createParameterTest, listKnown } from '../request/request-names.ts'
import { loading, route } from './access.ts'
import { pictureQuery, pictureTypes, readShape, readWithin } from './picture-shape.ts'

/** A room of their own: a picture must not replace the result that people in a room look at. */
const roomId = 'pictures'

/** `Retry-After` of a picture that takes longer than a client allows, for each second of that. */
const restFactor = 20

/** The parts of a host by which pictures are sent. */
export interface PictureRouteParts extends PictureParts {
  readonly calls: Calls
}

/** Adds the pictures of specimens: drawn results, kept by their parameters, view and size. */
export function addPictureRoutes(app: FastifyInstance, parts: PictureRouteParts): void {
  app.get('/api/specimens/:specimen_id/picture', route(loading, 'readPicture'), async (request, reply) => {
    return await sendPicture(parts, request, reply)
  })
}

async function sendPicture(
  parts: PictureRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { calls, drawer } = parts
  const { query, caller, client } = request
  const view = calls.view(caller)
  const id = readPath(request.params, 'specimen_id')
  checkQuery(query, listKnown(pictureQuery, view.snapshot, id), createParameterTest(view.snapshot, id))
  const params = parseParamsText(readQuery(query, 'params'))
  const shape = readShape(query, request.headers.accept)
  const seconds = readWithin(query)
  const part = readQuery(query, 'part')
  const entry = view.find(id)
  // Cards ask for all specimens alike, and a refusal is an error in the console of the page.
  const isOpen = entry.kind === 'dynamic' && (entry.target.schema.required ?? []).length > 0
  if (isOpen && Object.keys(params).length === 0) return await reply.code(204).send()
  const signal = watchClient(reply)
  const needed = await calls.find(entry, { params, roomId, view, caller }, signal)
  const { functionName, revision, key } = needed.call.invocation
  request.facts.function = functionName
  const { view: own = '', axes } = view.snapshot.specimens.get(id)?.words ?? {}
  reply.header('vary', 'accept')
  const type = findDrawnType(entry, part)
  const hasValues = type !== 'scene' // its parts have their own
  const { view: asked = '' } = shape.words
  const notes = type ? noteSettings({ type, hasValues, own, asked }) : []
  const names = listPartNames(entry)
  if (type === 'scene' && names) requireViewParts(asked, names)
  const wanted = {
    ...shape,
    key: [revision, key, part].filter((word) => word !== undefined).join(' '),
    words: { ...shape.words, view: `${own} ${asked}`.trim(), axes },
  }
  // Pictures are of no room, so one that was drawn for others is not for callers who may not have it drawn.
  const known = caller.scopes.has(needed.needs) ? drawer.find(wanted) : undefined
  if (!known && request.method === 'HEAD') return await sendNothing(reply.header('cache-control', 'no-cache'))
  checkScope(caller, needed.needs)
  const compute = async (given: AbortSignal) => {
    const { entry } = await calls.open(needed, request, { signal: given })
    const result = await openDrawn(entry, part)
    if (result.type === 'scene' && !names) requireViewParts(asked, Object.keys(result.parts))
    return result
  }
  const leaveOut = (error: unknown): undefined => {
    if (seconds === undefined || !hasCode(error, 'host.busy')) return leaveUnreadable(error)
    reply.header('retry-after', Math.ceil(restFactor * seconds))
  }
  const wish = { caller: client, functionName, signal, seconds, compute }
  const picture = known ?? (await drawPicture(parts, wanted, wish).catch(leaveOut))
  if (picture && notes.length > 0) reply.header(notesHeader, formatNotes(notes))
  return picture ? sendTagged(picture, pictureTypes[shape.form], reply) : await reply.code(204).send()
}

/** A file of an unknown format has no picture, as its card knows. @throws any other error */
function leaveUnreadable(error: unknown): undefined {
  const isUnreadable =
    error instanceof SpecimenError && (error.code === 'format.unknown' || error.code === 'file.undecodable')
  if (!isUnreadable) throw error
}
