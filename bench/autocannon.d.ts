declare module 'autocannon' {
  type Request = { path?: string; method?: string; headers?: Record<string, string> };
  type Result = {
    requests: { average: number };
    latency: { p99: number };
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
  };
  const autocannon: (options: {
    url: string;
    connections: number;
    duration: number;
    requests: (Request & { setupRequest?: (request: Request) => Request })[];
  }) => Promise<Result>;
  export default autocannon;
}
