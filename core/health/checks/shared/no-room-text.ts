/** Returns the end of a sentence that says for how many rolls of a body there was no room; empty if there was always room. */
export function noRoomText(rolls: number = 0, noRoom: number = 0): string {
  return noRoom === 0
    ? ''
    : `; no room for ${noRoom.toLocaleString('en')} of ${rolls.toLocaleString('en')} rolls: a smaller radius tests more`;
}
