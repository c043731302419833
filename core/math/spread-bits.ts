/** Returns ten bits with two zeros before each, for Morton codes of three numbers. Hot. */
export function spreadBits(value: number): number {
  let bits = value;
  bits = (bits | (bits << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}
