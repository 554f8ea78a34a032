/** Addresses that programs of others unfurl: `/s/{id}?…`, which is the page, and oEmbed. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Params } from '../../../contract/domain/schema.ts'
import { findViewFault } from '../../../contract/look/check-view.ts'
import { decodeText, readValue } from '../../../contract/look/link-values.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { escapeHtml } from '../../../contract/text/escape-html.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import type { Json } from '../../../contract/values/json.ts'
import type { CallValues } from '../../calls/calls.ts'
import type { Viewer } from '../answer/viewer-files.ts'
import { readPath, readQuery } from '../request/parse-request.ts'
import { page, reading } from './access.ts'
import { pictureEdges } from './picture-shape.ts'
import type { SpecimensParts } from './specimens-routes.ts'

/** The size that cards of links have. */
const cardSize = { width: 1200, height: 630 }
const longestText = 300
const longestQuery = 4000

interface Card {
  readonly title: string
  readonly description: string
  /** The whole address of its page. */
  readonly address: string
  readonly toImage: (size: { readonly width: number; readonly height: number }) => string
}

interface Link {
  readonly id: string
  /** The part behind `?`, as in the fragment of a link to the page. */
  readonly query: string
}

/** The parts of a host by which links to its pages are unfurled. */
export type CardParts = Pick<SpecimensParts, 'calls' | 'publicPath'>

/** The parameters of {@link addCardRoutes}. */
export interface CardOptions {
  readonly parts: CardParts
  /** Set where nothing is told without a token. */
  readonly asksToken: boolean
  readonly readViewer: () => Promise<Viewer>
  readonly headers: { readonly [name: string]: string }
}

/** Adds the page below `/s/`, with title, description and picture of its specimen, and `/oembed`. */
export function addCardRoutes(
  app: FastifyInstance,
  { parts, asksToken, readViewer, headers }: CardOptions,
): void {
  app.get('/s/:specimen_id', { config: page }, async (request, reply) => {
    const prefix = parts.publicPath.prefixOf(request.raw)
    const html = (await readViewer()).page(prefix).body.toString()
    const query = request.originalUrl.split('?').slice(1).join('?')
    const link = { id: readPath(request.params, 'specimen_id'), query }
    const card = asksToken ? undefined : findCard(parts, request, link)
    reply.headers({ ...headers, 'cache-control': 'no-cache' }).type('text/html; charset=utf-8')
    // Its addresses are relative to the page at /. Texts may contain `$&`, which a replacement would expand.
    const base = prefix === '' ? '\n<base href="../">' : ''
    const based = html.replace('<head>', () => `<head>${base}`)
    return card ? based.replace(/<meta name="description".*<\/title>/s, (own) => fillIn(own, card)) : based
  })

  app.get('/oembed', { config: { ...reading, isPage: true } }, async (request) => {
    const { query } = request
    const format = readQuery(query, 'format') ?? 'json'
    if (format !== 'json') throw new SpecimenError('request.invalid', 'format must be json.')
    const card = findCard(parts, request, readLink(parts, request, readQuery(query, 'url') ?? ''))
    if (!card) throw new SpecimenError('specimen.unknown', 'There is no such specimen.')
    const size = toSize(readMost(readQuery(query, 'maxwidth')), readMost(readQuery(query, 'maxheight')))
    const { title, toImage } = card
    return { version: '1.0', type: 'photo', title, provider_name: 'Specimens', url: toImage(size), ...size }
  })
}

function fillIn(own: string, card: Card): string {
  const { title, description, address, toImage } = card
  const oembed = new URL('../oembed', address)
  oembed.searchParams.set('url', address)
  const tags = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
    ['og:image', toImage(cardSize)],
    ['og:image:width', String(cardSize.width)],
    ['og:image:height', String(cardSize.height)],
    ['twitter:card', 'summary_large_image'],
  ].map(([name = '', content = '']) => `<meta property="${name}" content="${escapeHtml(content)}">`)
  return own
    .replace(/(<meta name="description" content=")[^"]*/, (_, start) => start + escapeHtml(description))
    .replace(/<title>.*/, () => {
      const link = `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed.href)}">`
      return [`<title>${escapeHtml(title)} – Specimens</title>`, ...tags, link].join('\n')
    })
}

function findCard(parts: CardParts, request: FastifyRequest, { id, query }: Link): Card | undefined {
  const { calls, publicPath } = parts
  const view = calls.view(request.caller)
  const specimen = view.snapshot.specimens.get(id)
  if (!specimen) return undefined
  const root = publicPath.originOf(request.raw) + publicPath.prefixOf(request.raw)
  const name = encodeURIComponent(id)
  const chosen = query.length > longestQuery ? '' : query
  const { params, settings } = readQueryState(parts, { view, caller: request.caller }, { id, query: chosen })
  return {
    title: toShownText(specimen.displayName, longestText),
    description: toShownText(specimen.description, longestText),
    address: `${root}/s/${name}${chosen === '' ? '' : `?${chosen}`}`,
    toImage: ({ width, height }) => {
      const image = new URL(`${root}/api/specimens/${name}/picture`)
      if (Object.keys(params).length > 0) image.searchParams.set('params', JSON.stringify(params))
      if (settings !== '') image.searchParams.set('view', settings)
      image.searchParams.set('width', String(width))
      image.searchParams.set('height', String(height))
      return image.href
    },
  }
}

/** Returns parameters that the schema takes, else none, and settings that a picture can have. */
function readQueryState(
  { calls }: CardParts,
  { view, caller }: Pick<CallValues, 'view' | 'caller'>,
  { id, query }: Link,
) {
  const given: [string, Json][] = []
  const settings: string[] = []
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=', 2).map(decodeText)
    const parameter = readValue(value)
    const setting = `${name.slice(1)}=${value}`
    if (!/^~(?!~)/.test(name)) {
      if (name !== '' && parameter !== undefined) given.push([name.replace(/^~~/, '~'), parameter])
    } else if (!/\s/.test(setting) && findViewFault([...settings, setting].join(' ')) === null)
      settings.push(setting)
  }
  const entry = view.find(id)
  return { params: entry.kind === 'static' ? {} : admit(), settings: settings.join(' ') }

  function admit(): Params {
    const params: Params = Object.fromEntries(given.filter(([name]) => name !== '__proto__'))
    try {
      if (entry.kind === 'dynamic') calls.plan(entry.target, { params, roomId: 'pictures', view, caller })
      return params
    } catch (error) {
      if (error instanceof SpecimenError) return {}
      throw error
    }
  }
}

/** Reads the address of a page of this host: below `/s/`, or a fragment. @throws `request.invalid` */
function readLink({ publicPath }: CardParts, { raw }: FastifyRequest, text: string): Link {
  const root = publicPath.originOf(raw) + publicPath.prefixOf(raw)
  const own = text.length <= longestQuery && text.startsWith(`${root}/`) ? text.slice(root.length) : ''
  const [, path, query = ''] = /^\/(?:s\/|#\/)([^/?#]+)(?:\?([^#]*))?$/.exec(own) ?? []
  if (path !== undefined) return { id: decodeText(path), query }
  const shown = JSON.stringify(cutText(text, longestText))
  throw new SpecimenError(
    'request.invalid',
    `url must be the address of a page below ${root}/s/ (got ${shown}).`,
  )
}

/** Returns the most that a side may have; a text that is no number sets no limit. */
function readMost(text: string | undefined): number {
  return /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.POSITIVE_INFINITY
}

/** Returns the size of a card, or the largest picture of the same shape within these sides. */
function toSize(mostWidth: number, mostHeight: number): typeof cardSize {
  const { width, height } = cardSize
  const scale = Math.min(1, mostWidth / width, mostHeight / height)
  const least = pictureEdges.least / Math.min(width, height)
  const toSide = (side: number): number =>
    Math.max(pictureEdges.least, Math.floor(side * Math.max(scale, least)))
  return { width: toSide(width), height: toSide(height) }
}
