package com.example.workers;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolSize;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class WorkerController {
  private final MachinePool workers;

  WorkerController(MachinePool workers) {
    this.workers = workers;
  }

  @GetMapping("/workers")
  PoolSize size() {
    return workers.view().size();
  }

  @PutMapping("/workers")
  void resize(@RequestParam int count) {
    workers.setDesiredSize(count);
  }

  @ExceptionHandler
  ResponseEntity<String> refused(PoolException refusal) {
    boolean wrong = refusal.reason() == PoolException.Reason.INVALID;
    return ResponseEntity.status(wrong ? 400 : 503).body(refusal.getMessage());
  }
}
