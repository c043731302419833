import { parentPort } from 'node:worker_threads';
import { serveJobs } from './serve-jobs.ts';

if (parentPort === null) throw new Error('worker.js runs as a worker thread only');
serveJobs(parentPort);
