import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { isKnownTag } from '../../../engine/catalog/entity-tags.ts'
import { addVary } from './compress-bodies.ts'

/** A body that is sent often, with its tag. */
export interface TaggedBody {
  readonly body: Buffer
  /** Weak, because it stands for every coding of the body. */
  readonly etag: string
}

/** Returns a body with the tag of its bytes. */
export function tagBody(body: Buffer): TaggedBody {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16)
  return { body, etag: `W/"${hash}"` }
}

/** Sends a body that clients may keep and revalidate, or 304. */
export function sendTagged({ body, etag }: TaggedBody, mediaType: string, reply: FastifyReply): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  addVary(reply, 'accept-encoding') // of 304 as well, which has no body for the hook that compresses
  if (isKnownTag(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(mediaType).send(body)
}
