/** A refused request, with its HTTP status and one sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Converts any error of a request to a status and a sentence, without internal details. */
export function toRefusal(thrown: unknown): Refusal {
  return thrown instanceof Refusal ? thrown : new Refusal(500, 'Boxwood could not process this request.');
}
