/**
 * How far a host is on its way to its end.
 *
 * | stage | requests | `/readyz` |
 * | --- | --- | --- |
 * | serving | are answered | ready |
 * | leaving | are answered, while balancers notice | not ready |
 * | stopping | are refused, but for those about jobs | |
 */
export class Lifecycle {
  #stage: 'serving' | 'leaving' | 'stopping' = 'serving'

  /** Whether no new clients should come. */
  get isDraining(): boolean {
    return this.#stage !== 'serving'
  }

  /** Whether nothing new is begun. */
  get isStopping(): boolean {
    return this.#stage === 'stopping'
  }

  /** Asks clients to go elsewhere. */
  leave(): void {
    if (this.#stage === 'serving') this.#stage = 'leaving'
  }

  /** Refuses what is new. */
  stop(): void {
    this.#stage = 'stopping'
  }
}
