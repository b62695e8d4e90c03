#!/usr/bin/env python3
"""answer_by_model.py URL MODEL: answers the questions of `querent ask --answerer` by a model that is served over HTTP in
OpenAI's format, with the standard library alone. The key is in the environment variable API_KEY."""
import json, os, sys, urllib.request

url, model = sys.argv[1:]
PRICE = 0.15e-6  # per token
for line in sys.stdin:
    question = json.loads(line)
    text = "\n".join(f"{name}: {value}" for name, value in question["fields"].items())
    prompt = f"{text}\n\nWhich of these classes is it? Answer with its name alone: {', '.join(question['classes'])}"
    body = {"model": model, "messages": [{"role": "user", "content": prompt}]}
    request = urllib.request.Request(url, json.dumps(body).encode(), {
        "Content-Type": "application/json", "Authorization": "Bearer " + os.environ.get("API_KEY", "")})
    response = json.load(urllib.request.urlopen(request, timeout=50))
    name = response["choices"][0]["message"]["content"].strip().strip(".")
    known = {each.lower(): each for each in question["classes"]}.get(name.lower())
    answer = {"answer": known} if known else {"unknown": True}
    print(json.dumps({**answer, "by": model, "cost": response.get("usage", {}).get("total_tokens", 0) * PRICE}), flush=True)
