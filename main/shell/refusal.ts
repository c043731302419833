/** A request that the browser shell turns away, with its HTTP status and one sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Any failure of a request as a status and a sentence; nothing of the inside is told. */
export function toRefusal(thrown: unknown): Refusal {
  return thrown instanceof Refusal ? thrown : new Refusal(500, 'Boxwood could not answer this request.');
}
