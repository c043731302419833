import { parentPort } from 'node:worker_threads';
import { serveStudy } from '#core/health/study/helpers/serve-study';

if (parentPort === null) throw new Error('study-helper.js runs as a worker thread only');
parentPort.on('message', serveStudy);
