import { parentPort, workerData } from 'node:worker_threads';
import { pair } from '../formats/index.ts';

parentPort!.postMessage(pair(...(workerData as Parameters<typeof pair>)));
