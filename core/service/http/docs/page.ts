import { errorTitles } from '../../../contract/domain/errors.ts'
import { escapeHtml } from '../../../contract/text/escape-html.ts'
import type { ApiDocument, DocumentOptions } from '../openapi/document.ts'
import { listGuide, type Section } from './guide.ts'
import { toHtml, toTable } from './html.ts'
import { type Placed, toArticle, toCommonAnswers } from './operation.ts'
import { style } from './style.ts'

/** A part of the page with its label in the navigation, and the links below that. */
type LinkedSection = Section & { readonly label: string; readonly links: readonly Placed[] }

/**
 * Returns the page at `/docs`: a guide and every operation of the OpenAPI document, without foreign files.
 * `script` lets people send a call from there. Links are relative to an address without a slash at the end,
 * so that a path prefix fits.
 */
export function toDocsPage(document: ApiDocument, options: DocumentOptions, script: string): string {
  const { info, tags } = document
  const toPlain = (section: Section): LinkedSection => ({ ...section, label: section.title, links: [] })
  const groups = [
    ...listGuide(options).map(toPlain),
    ...tags.map((tag) => toGroup(document, tag)),
    toPlain(describeErrors(document)),
  ]
  const sections = groups.map(
    ({ id, title, html }) => `<section id="${id}"><h2>${escapeHtml(title)}</h2>${html}</section>`,
  )
  const title = escapeHtml(info.title)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}: API</title>
<link rel="icon" href="data:,"><style>${style}</style></head><body><div class="page">
<nav aria-label="Contents"><ul>${groups.map(toEntry).join('')}</ul></nav>
<main><h1>${title} <small>${escapeHtml(info.version)}</small></h1>
<p>3D and imaging specimens whose contents are functions: a catalog, parameters, data, jobs, and one result
per room.</p>
<p>This host: <a href="api/specimens/">catalog</a>, <a href="api/processing/functions">functions</a>.
Formats: <a href="openapi.json">OpenAPI document</a>, <a href="docs/envelope">binary envelope</a>.</p>
${sections.join('\n')}</main></div><script type="module">${script}</script></body></html>`
}

function toGroup(document: ApiDocument, { name, description }: ApiDocument['tags'][number]): LinkedSection {
  const links = Object.entries(document.paths).flatMap(([path, methods]) => {
    return Object.entries(methods).flatMap(([method, operation]): Placed[] => {
      return operation.tags.includes(name) ? [{ path, method, operation }] : []
    })
  })
  const html = links.map((placed) => toArticle(document, placed)).join('\n')
  return { id: name, title: description, label: `/api/${name}`, html, links }
}

function describeErrors(document: ApiDocument): Section {
  const rows = Object.entries(errorTitles).map(([code, title]) => [
    `<code id="${code}">${code}</code>`,
    escapeHtml(title),
  ])
  const form =
    toHtml(`Every refusal and failure is \`application/problem+json\`: \`code\` is one of these, \`detail\`
    says what was found, what was wanted and what to do, and \`errors\` lists the parameters that do not
    fit.`)
  const any =
    'What any request may be answered, beside what its operation says above. Every GET answers HEAD too.'
  const codes = toTable(['Code', 'What it means'], rows)
  const html = `<p>${form}</p>${codes}<p>${any}</p>${toCommonAnswers(document)}`
  return { id: 'errors', title: 'Errors', html }
}

function toEntry({ id, label, links }: LinkedSection): string {
  const own = links.map(({ operation, method, path }) => {
    const verb = `<span class="verb">${method.toUpperCase()}</span>`
    return `<li><a href="#${operation.operationId}">${verb} ${escapeHtml(path.replace(label, ''))}</a></li>`
  })
  const list = own.length > 0 ? `<ul>${own.join('')}</ul>` : ''
  return `<li><a href="#${id}">${escapeHtml(label)}</a>${list}</li>`
}
