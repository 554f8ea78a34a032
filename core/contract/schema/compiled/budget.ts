/** The end of a check that takes too long, and the match of a pattern in which it ended. */
export class BudgetError extends Error {
  readonly match: { readonly pattern: string; readonly text: string } | undefined

  constructor(match?: { readonly pattern: string; readonly text: string }) {
    super('The check takes too long')
    this.match = match
  }
}

/** Steps that are left of the check under way, one being about 10 ns. */
export class Budget {
  #left = 0

  /** Begins a check. */
  begin(steps: number): void {
    this.#left = steps
  }

  /** Counts steps. @throws BudgetError when more have been taken than were given */
  readonly spend = (steps: number): void => {
    this.#left -= steps
    if (this.#left < 0) throw new BudgetError()
  }
}
