/**
 * The script of the page at `/docs`: sends a call of an operation from here, and shows the answer. It reads
 * the OpenAPI document when the first call is opened; without scripts the page is complete, too.
 */

/** A parameter of an operation, as far as its field needs it. */
interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly example?: unknown
}

/** An operation, as far as its form needs it. */
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly example?: unknown } } }
  readonly security?: readonly object[]
}

interface OpenApi {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
}

/** A call as its form has it. */
interface Call {
  readonly method: string
  readonly url: URL
  readonly headers: { readonly [name: string]: string }
  readonly body: string | undefined
}

/** Bytes of an answer that are shown; much more would stop the page. */
const shownLength = 20_000
const base = new URL('.', location.href)
/** The token of the person, in memory alone: it goes with the page. */
let token = ''
let description: Promise<OpenApi> | undefined

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-operation]')) {
  button.hidden = false
  button.addEventListener('click', () => void open(button))
}

/** Puts the form of an operation in the place of its button. */
async function open(button: HTMLButtonElement): Promise<void> {
  const note = add(button.parentElement, 'p', { role: 'status' })
  try {
    description ??= fetch(new URL('openapi.json', base)).then((answer) => answer.json())
    const found = findOperation(await description, button.dataset.operation ?? '')
    if (!found) throw new Error('The document of the API has no such operation.')
    note.replaceWith(createForm(found.method, found.path, found.operation))
    button.remove()
  } catch (error) {
    description = undefined
    note.textContent = `The description of the API could not be read: ${String(error)}`
  }
}

function findOperation({ paths }: OpenApi, id: string) {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id) return { path, method, operation }
  return undefined
}

function createForm(method: string, path: string, operation: Operation): HTMLFormElement {
  const { operationId, parameters = [], requestBody, security = [] } = operation
  const form = document.createElement('form')
  form.className = 'try'
  const fields = parameters.map((parameter) => {
    const { name, required, example } = parameter
    const input = addField(form, 'input', `${operationId} ${name}`, name)
    input.required = required === true
    if (example !== undefined) input[input.required ? 'value' : 'placeholder'] = toText(example)
    return { parameter, input }
  })
  const example = requestBody?.content['application/json']?.example
  const body = requestBody && addField(form, 'textarea', `${operationId} body`, 'Body, JSON')
  if (body && example !== undefined) body.value = toText(example)
  const asksToken = security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0)
  const secret = asksToken ? addField(form, 'input', `${operationId} token`, 'Token') : undefined
  if (secret) Object.assign(secret, { type: 'password', autocomplete: 'off', value: token })
  add(form, 'button', { type: 'submit' }).textContent = 'Send'
  const output = add(form, 'div', { role: 'status', class: 'answer' })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    token = secret?.value ?? token
    const values = fields.map(({ parameter, input }) => ({ parameter, value: input.value }))
    void send(toCall({ method, path, values, body: body?.value, token: secret?.value }), output)
  })
  return form
}

interface Filled {
  readonly method: string
  readonly path: string
  readonly values: readonly { readonly parameter: Parameter; readonly value: string }[]
  readonly body: string | undefined
  readonly token: string | undefined
}

/** Returns the call of a form; a field that is empty is left out. */
function toCall({ method, path, values, body, token: secret }: Filled): Call {
  let filled = path
  for (const { parameter, value } of values)
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value))
  const url = new URL(filled.slice(1), base)
  const given = values.filter(({ value }) => value !== '')
  for (const { parameter, value } of given)
    if (parameter.in === 'query') url.searchParams.set(parameter.name, value)
  const headers = Object.fromEntries(
    given
      .filter(({ parameter }) => parameter.in === 'header')
      .map(({ parameter, value }) => [parameter.name, value]),
  )
  if (secret) headers.authorization = `Bearer ${secret}`
  if (body) headers['content-type'] = 'application/json'
  return { method: method.toUpperCase(), url, headers, body: body || undefined }
}

async function send(call: Call, output: HTMLElement): Promise<void> {
  output.replaceChildren()
  addCode(output, toCommand(call), 'The same by curl')
  const note = add(output, 'p', {})
  note.textContent = 'Waiting for the answer …'
  const began = performance.now()
  try {
    const { method, url, headers, body } = call
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
    const content = await answer.blob()
    const ms = Math.round(performance.now() - began)
    note.textContent = `${answer.status} ${answer.statusText}, ${content.size} bytes in ${ms} ms`
    addCode(output, [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n'), 'Headers')
    await showContent(output, content, readName(answer.headers))
  } catch (error) {
    note.textContent = `No answer: ${String(error)}`
  }
}

/** Shows text and pictures; what is neither can be saved. */
async function showContent(output: HTMLElement, content: Blob, name: string): Promise<void> {
  if (content.size === 0) return
  const address = URL.createObjectURL(content)
  if (/^image\/(png|jpeg|webp)/.test(content.type))
    Object.assign(add(output, 'img', { alt: 'The picture of the answer' }), { src: address })
  else if (/json|^text\//.test(content.type)) {
    const isLarge = content.size > shownLength
    const text = await content.slice(0, shownLength).text()
    addCode(output, isLarge ? `${text}\n… and more, which is in the file` : indent(text), 'Content')
  }
  const link = add(output, 'a', { download: name })
  link.href = address
  link.textContent = `Save ${name}`
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text // no JSON: shown as it came
  }
}

function readName(headers: Headers): string {
  const [, name] = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? []
  return name ?? 'answer'
}

/** Returns the call as a line of a shell; the token stays a variable, so that no history has it. */
function toCommand({ method, url, headers, body }: Call): string {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
  const listed = Object.entries(headers).map(([name, value]) =>
    name === 'authorization' ? '-H "authorization: Bearer $TOKEN"' : `-H ${quote(`${name}: ${value}`)}`,
  )
  const verb = method === 'GET' ? [] : [`-X ${method}`]
  const data = body === undefined ? [] : [`-d ${quote(body)}`]
  return ['curl', ...verb, ...listed, ...data, quote(url.href)].join(' ')
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function addField<Tag extends 'input' | 'textarea'>(form: HTMLElement, tag: Tag, id: string, text: string) {
  const place = add(form, 'label', {})
  place.textContent = text
  return add(place, tag, { id: `try ${id}`.replaceAll(' ', '-'), spellcheck: 'false' })
}

function addCode(output: HTMLElement, text: string, label: string): void {
  add(add(output, 'pre', { tabindex: '0', role: 'region', 'aria-label': label }), 'code', {}).textContent =
    text
}

function add<Tag extends keyof HTMLElementTagNameMap>(
  parent: Element | null,
  tag: Tag,
  attributes: { readonly [name: string]: string },
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  parent?.append(element)
  return element
}
