/** Clients that are remembered; the one that spent longest ago is forgotten. */
const mostClients = 10_000

interface Spent {
  milliseconds: number
  at: number
}

/**
 * The time that each client has used lately of what serves one at a time. A use counts half after each
 * half-life. It refuses no client: a queue gives its next turn to the one that has spent least, so that who
 * has used much comes after the others, and alone may use all.
 */
export class Spending {
  readonly #halfLife: number
  readonly #now: () => number
  readonly #clients = new Map<string, Spent>()

  /** `now` is in milliseconds and never goes back. */
  constructor(halfLifeSeconds: number, now: () => number) {
    this.#halfLife = halfLifeSeconds * 1000
    this.#now = now
  }

  get clients(): number {
    return this.#clients.size
  }

  of(client: string): number {
    const spent = this.#clients.get(client)
    return spent ? spent.milliseconds * 0.5 ** ((this.#now() - spent.at) / this.#halfLife) : 0
  }

  add(client: string, milliseconds: number): void {
    const sum = this.of(client) + milliseconds
    this.#clients.delete(client) // last in order from now on
    this.#clients.set(client, { milliseconds: sum, at: this.#now() })
    const [first] = this.#clients.size > mostClients ? this.#clients.keys() : []
    if (first !== undefined) this.#clients.delete(first)
  }
}
