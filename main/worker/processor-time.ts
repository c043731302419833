/** Returns the processor time so far, in ms: of this thread where Node measures it, else of all threads of the process. */
export function processorTime(): number {
  const { threadCpuUsage } = process as { readonly threadCpuUsage?: () => NodeJS.CpuUsage };
  const { user, system } = threadCpuUsage?.call(process) ?? process.cpuUsage();
  return (user + system) / 1000;
}
