/**
 * A sum in double that keeps what each addition rounds away: Neumaier's form of Kahan's summation (ZAMM 54,
 * 1974). Its error does not grow with the number of terms.
 */
export class CompensatedSum {
  #sum = 0
  #rest = 0

  add(term: number): void {
    const sum = this.#sum + term
    this.#rest += Math.abs(this.#sum) >= Math.abs(term) ? this.#sum - sum + term : term - sum + this.#sum
    this.#sum = sum
  }

  get total(): number {
    return this.#sum + this.#rest
  }
}
