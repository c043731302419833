/** Returns the text of the first bytes of a response, and whether there was more. The rest is not received. */
export async function readText(response: Response, maxBytes: number): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const decoder = new TextDecoder();
  let [text, received] = ['', 0];
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece !== undefined && !piece.done; piece = await reader?.read()) {
    const bytes = piece.value.subarray(0, maxBytes - received);
    text += decoder.decode(bytes, { stream: true });
    received += piece.value.length;
    if (received <= maxBytes) continue;
    await reader?.cancel().catch(() => {});
    return { text, isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}
