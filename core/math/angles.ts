export function toDegrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
