import { writeFileSync } from 'node:fs';

// Loaded into a process with --import: writes its largest memory in KiB to a file when it ends.
process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));
